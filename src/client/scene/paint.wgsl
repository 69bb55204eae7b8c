// Triangles with colors and a texture, blended as egui does it.
#import bevy_sprite::mesh2d_functions::{get_world_from_local, mesh2d_position_local_to_clip}

struct Corner {
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) color: vec4<f32>,
}

struct Point {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
    @location(1) uv: vec2<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var picture: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var picture_sampler: sampler;
// How much is seen, in all four parts.
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var<uniform> opacity: vec4<f32>;

fn linear_from_gamma(color: vec3<f32>) -> vec3<f32> {
    let lower = color / vec3<f32>(12.92);
    let higher = pow((color + vec3<f32>(0.055)) / vec3<f32>(1.055), vec3<f32>(2.4));
    return select(higher, lower, color < vec3<f32>(0.04045));
}

fn gamma_from_linear(color: vec3<f32>) -> vec3<f32> {
    let lower = color * vec3<f32>(12.92);
    let higher = vec3<f32>(1.055) * pow(color, vec3<f32>(1.0 / 2.4)) - vec3<f32>(0.055);
    return select(higher, lower, color < vec3<f32>(0.0031308));
}

// How bright each part of a color looks.
const BRIGHTNESS: vec3<f32> = vec3<f32>(0.2126, 0.7152, 0.0722);
// How bright the ground of a map is, in gamma: what is translucent lies on that more than on anything else.
const PAPER: f32 = 0.82;

fn light(brightness: f32) -> f32 {
    return linear_from_gamma(vec3<f32>(brightness)).x;
}

// The alpha that, where light is added up, gives paper under ink of this brightness the shade it has where gamma is: dark lines would be faint otherwise.
fn alpha_in_light(ink: f32, alpha: f32) -> f32 {
    let apart = light(PAPER) - light(ink);
    if abs(apart) < 0.02 {
        return alpha;
    }
    return clamp((light(PAPER) - light(mix(PAPER, ink, alpha))) / apart, 0.0, 1.0);
}

@vertex
fn vertex(corner: Corner) -> Point {
    let world = get_world_from_local(corner.instance);
    return Point(mesh2d_position_local_to_clip(world, vec4<f32>(corner.position, 1.0)), corner.color, corner.uv);
}

@fragment
fn fragment(point: Point) -> @location(0) vec4<f32> {
    let texel = textureSample(picture, picture_sampler, point.uv);
    let color = vec4<f32>(gamma_from_linear(texel.rgb), texel.a) * point.color * opacity;
    // Colors come multiplied by their alpha, in gamma. Light is added up linearly: what is translucent has to be divided first, or it all but vanishes.
    let straight = color.rgb / max(color.a, 0.001);
    let alpha = alpha_in_light(dot(straight, BRIGHTNESS), color.a);
    return vec4<f32>(linear_from_gamma(straight) * alpha, alpha);
}
