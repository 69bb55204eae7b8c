//! The strength of bots: every bot plays every other on both sides, and gets an Elo rating.

use super::Batch;
use super::record::{Match, Record};
use super::simulate::{self, Player, Stopped, Z};
use crate::games::Rules;

/// Elo points to a factor of e in the chances.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// How strong a bot is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Which bot.
    pub bot: Player,
    /// Its rating; the ratings of all bots add up to zero.
    pub elo: f64,
    /// How far it may be off, at 95%.
    pub margin: f64,
    /// Games against others.
    pub games: u64,
    /// Its score in them; a draw counts half.
    pub score: f64,
}

/// Plays every bot against every bot, itself included, on both sides, as many games each as the batch has, in each of these scenarios.
pub fn play(rules: &Rules, bots: &[Player], scenarios: &[String], batch: &Batch, record: &mut Record) -> Result<(), Stopped> {
    for scenario in scenarios {
        for first in bots {
            for second in bots {
                let report = simulate::simulate(rules, [*first, *second], &Batch { scenario: Some(scenario), ..*batch }, None)?;
                record.matches.push(Match { scenario: scenario.clone(), bots: [*first, *second], seeds: vec![[batch.seed, batch.games]], report });
            }
        }
    }
    Ok(())
}

/// The ratings that make the results most likely (Bradley and Terry), strongest first. Every pair that has met is credited with one extra draw, so
/// that a bot that has won all its games gets a rating, too.
pub fn ratings(matches: &[Match]) -> Vec<Rating> {
    let mut bots: Vec<Player> = matches.iter().flat_map(|m| m.bots).collect();
    bots.sort_unstable();
    bots.dedup();
    let n = bots.len();
    let place = |bot: Player| bots.iter().position(|b| *b == bot).unwrap_or(0);
    let (mut met, mut won) = (vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]);
    for played in matches.iter().filter(|m| m.bots[0] != m.bots[1] && m.report.games > 0) {
        let [a, b] = played.bots.map(place);
        let (games, half) = (played.report.games as f64, played.report.undecided as f64 / 2.0);
        met[a][b] += games;
        met[b][a] += games;
        won[a][b] += played.report.wins[0] as f64 + half;
        won[b][a] += played.report.wins[1] as f64 + half;
    }
    let real = (met.clone(), won.clone());
    for a in 0..n {
        for b in (0..n).filter(|b| real.0[a][*b] > 0.0) {
            met[a][b] += 1.0;
            won[a][b] += 0.5;
        }
    }
    let elo = most_likely(&met, &won);
    let spread = spreads(&met, &elo);
    let rating = |i: usize| {
        let (games, score) = (real.0[i].iter().sum::<f64>() as u64, real.1[i].iter().sum());
        Rating { bot: bots[i], elo: elo[i] * SCALE, margin: spread.as_ref().map_or(f64::INFINITY, |s| s[i] * SCALE * Z), games, score }
    };
    let mut all: Vec<Rating> = (0..n).map(rating).filter(|r| r.games > 0).collect();
    all.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    all
}

/// The logarithms of the strengths, around 0.
fn most_likely(met: &[Vec<f64>], won: &[Vec<f64>]) -> Vec<f64> {
    const ROUNDS: usize = 20_000;
    let n = met.len();
    let mut strength = vec![1.0f64; n];
    for _ in 0..ROUNDS {
        let before = strength.clone();
        for i in 0..n {
            let share: f64 = (0..n).map(|j| met[i][j] / (before[i] + strength[j])).sum();
            let wins: f64 = won[i].iter().sum();
            if share > 0.0 && wins > 0.0 {
                strength[i] = wins / share;
            }
        }
        let mean = strength.iter().map(|s| s.ln()).sum::<f64>() / n.max(1) as f64;
        strength.iter_mut().for_each(|s| *s /= mean.exp());
        if strength.iter().zip(&before).all(|(a, b)| (a / b - 1.0).abs() < 1e-12) {
            break;
        }
    }
    strength.into_iter().map(f64::ln).collect()
}

/// The standard deviations of these logarithms relative to their mean; `None` if some bots have never met, not even through others.
fn spreads(met: &[Vec<f64>], logs: &[f64]) -> Option<Vec<f64>> {
    let n = met.len();
    let each = 1.0 / n as f64;
    let mut known = vec![vec![each; n]; n];
    for i in 0..n {
        for j in (0..n).filter(|j| *j != i) {
            let chance = 1.0 / (1.0 + (logs[j] - logs[i]).exp());
            let told = met[i][j] * chance * (1.0 - chance);
            known[i][i] += told;
            known[i][j] -= told;
        }
    }
    let inverse = inverted(known)?;
    Some((0..n).map(|i| (inverse[i][i] - each).max(0.0).sqrt()).collect())
}

/// The inverse of a matrix, if it has one.
fn inverted(mut m: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = m.len();
    for (i, row) in m.iter_mut().enumerate() {
        row.extend((0..n).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for at in 0..n {
        let pivot = (at..n).max_by(|a, b| m[*a][at].abs().total_cmp(&m[*b][at].abs()))?;
        m.swap(at, pivot);
        let by = m[at][at];
        if by.abs() < 1e-9 {
            return None;
        }
        m[at].iter_mut().for_each(|x| *x /= by);
        let row = m[at].clone();
        for (_, other) in m.iter_mut().enumerate().filter(|(i, _)| *i != at) {
            let times = other[at];
            other.iter_mut().zip(&row).for_each(|(x, y)| *x -= times * y);
        }
    }
    Some(m.into_iter().map(|row| row[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::simulate::Report;

    fn played(bots: [Player; 2], wins: [u64; 2], undecided: u64) -> Match {
        let report = Report { games: wins[0] + wins[1] + undecided, wins, undecided, ..Report::default() };
        Match { scenario: "campaign".into(), bots, seeds: Vec::new(), report }
    }

    #[test]
    fn elo_of_two() {
        // Three of four games: 400 log10(3) apart, about 191 points.
        let even = [played([Player::Steady, Player::Recruit], [3000, 1000], 0), played([Player::Steady, Player::Steady], [9, 1], 0)];
        let found = ratings(&even);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].bot, found[0].games, found[0].score), (Player::Steady, 4000, 3000.0));
        assert!((found[0].elo - found[1].elo - 190.8).abs() < 0.5, "{found:?}");
        assert!((found[0].elo + found[1].elo).abs() < 1e-6, "{found:?}");
        // The difference is known to 1.96 · 174 / sqrt(4000 · 3/16), about 12.4 points, and each is half of it from the mean.
        assert!((found[0].margin - 6.2).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn elo_of_three_and_of_draws() {
        let all = [
            played([Player::Random, Player::Recruit], [0, 50], 0),
            played([Player::Recruit, Player::Random], [50, 0], 0),
            played([Player::Recruit, Player::Steady], [10, 30], 10),
            played([Player::Steady, Player::Random], [50, 0], 0),
        ];
        let found = ratings(&all);
        assert_eq!(found.iter().map(|r| r.bot).collect::<Vec<_>>(), [Player::Steady, Player::Recruit, Player::Random]);
        assert!(found.iter().all(|r| r.elo.is_finite() && r.margin.is_finite() && r.margin > 0.0), "{found:?}");
        assert_eq!(found[0].score, 85.0);
        let drawn = ratings(&[played([Player::Recruit, Player::Steady], [0, 0], 20)]);
        assert!(drawn.iter().all(|r| r.elo.abs() < 1e-6 && r.score == 10.0), "{drawn:?}");
        assert!(ratings(&[]).is_empty() && ratings(&[played([Player::Steady; 2], [5, 5], 0)]).is_empty());
    }
}
