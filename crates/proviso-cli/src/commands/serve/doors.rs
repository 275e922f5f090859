//! Connections: how many are open, how long one may take to ask, and which gives way.
//!
//! **Invariant:** there is always room for one who asks. A connection over the bound takes the place
//! of the one that has not asked anything for longest; one that brings no whole request within
//! [`HEADERS`], or no further piece of one within [`PIECE`], is closed. A server that stops waits no
//! longer than [`LEAVING`] for those who do not leave.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use futures_util::{Stream, StreamExt as _, stream};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

/// Connections that are open at a time; a browser has six.
const MOST: usize = 128;
/// For the head of a request, from the opening of the connection or the last answer on.
const HEADERS: Duration = Duration::from_secs(10);
/// For the next piece of a request's body.
const PIECE: Duration = Duration::from_secs(20);
/// For the whole of it: the largest file by the slowest disk.
const BODY: Duration = Duration::from_secs(600);
/// For those who are being answered, once the server stops.
const LEAVING: Duration = Duration::from_secs(5);
/// Before the next try where the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(50);

/// An open connection.
#[derive(Debug, Default)]
struct Door {
    /// When it asked last, by the number of its request among all; 0 where it has not asked yet.
    asked: AtomicU64,
    /// Requests that are being answered.
    busy: AtomicUsize,
    /// Says that another one needs its place.
    give_way: Notify,
}

/// All of them, by the order in which they were opened.
#[derive(Debug, Default)]
struct Doors {
    open: Mutex<BTreeMap<u64, Arc<Door>>>,
    n_requests: AtomicU64,
}

impl Doors {
    /// Opens one more, in the place of another where there are too many.
    fn open(&self, number: u64) -> Arc<Door> {
        let new = Arc::new(Door::default());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= MOST
            && let Some(idle) = idlest(&open)
            && let Some(door) = open.remove(&idle)
        {
            door.give_way.notify_one();
        }
        open.insert(number, Arc::clone(&new));
        new
    }

    fn close(&self, number: u64) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }
}

/// Who has not asked for longest; of those who never have the first that came.
fn idlest(open: &BTreeMap<u64, Arc<Door>>) -> Option<u64> {
    let standing =
        |door: &Door| (door.busy.load(Ordering::Relaxed) > 0, door.asked.load(Ordering::Relaxed));
    open.iter().min_by_key(|(number, door)| (standing(door), **number)).map(|it| *it.0)
}

/// Answers whoever connects, until it is told to stop.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    let doors = Arc::new(Doors::default());
    let mut all = JoinSet::new();
    for number in 0_u64.. {
        let accepted = tokio::select! {
            biased;
            // An error means that nobody can say it any more.
            _ = stopping.wait_for(|it| *it) => break,
            it = listener.accept() => it,
        };
        while all.try_join_next().is_some() {}
        match accepted {
            Ok((stream, _)) => {
                let door = doors.open(number);
                let (doors, router) = (Arc::clone(&doors), router.clone());
                let stopping = stopping.clone();
                all.spawn(async move {
                    answer(stream, router, &door, &doors, stopping).await;
                    doors.close(number);
                });
            }
            // Who gave up meanwhile, or no more files for this process: the next one may be let in.
            Err(_) => sleep(PAUSE).await,
        }
    }
    drop(listener);
    let leaving = async { while all.join_next().await.is_some() {} };
    // Who has not left by then is shut out with the set of them.
    let _all_left = timeout(LEAVING, leaving).await;
}

/// Answers one connection's requests.
async fn answer(
    stream: TcpStream,
    router: Router,
    door: &Arc<Door>,
    doors: &Arc<Doors>,
    mut stopping: watch::Receiver<bool>,
) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let number = doors.n_requests.fetch_add(1, Ordering::Relaxed) + 1;
        door.asked.store(number, Ordering::Relaxed);
        door.busy.fetch_add(1, Ordering::Relaxed);
        let (answer, door) = (router.call(request), Arc::clone(door));
        async move {
            let answer = answer.await;
            door.busy.fetch_sub(1, Ordering::Relaxed);
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut leaving = false;
    loop {
        tokio::select! {
            // A client that breaks off, or is too slow, is no trouble of anybody else's.
            _ended = connection.as_mut() => return,
            () = door.give_way.notified() => return,
            _ = stopping.wait_for(|it| *it), if !leaving => {
                leaving = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Ends a request whose body does not come.
pub(super) async fn in_time(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let body = Body::from_stream(timely(body, PIECE, BODY));
    next.run(Request::from_parts(parts, body)).await
}

/// A body that breaks off where its next piece, or all of it, takes too long.
fn timely(
    body: Body,
    piece: Duration,
    whole: Duration,
) -> impl Stream<Item = Result<Bytes, axum::Error>> {
    let end = Instant::now() + whole;
    stream::unfold(Some(body.into_data_stream()), move |body| async move {
        let mut body = body?;
        let wait = piece.min(end.saturating_duration_since(Instant::now()));
        match timeout(wait, body.next()).await {
            Ok(piece) => Some((piece?, Some(body))),
            Err(_) => {
                let late = format!("no further piece of the request within {} s", wait.as_secs());
                Some((Err(axum::Error::new(std::io::Error::other(late))), None))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(asked: u64, busy: usize) -> Arc<Door> {
        let (asked, busy) = (AtomicU64::new(asked), AtomicUsize::new(busy));
        Arc::new(Door { asked, busy, give_way: Notify::new() })
    }

    #[test]
    fn who_has_not_asked_gives_way_before_who_has() {
        let all = [(0, door(7, 0)), (1, door(0, 0)), (2, door(0, 0)), (3, door(2, 1))];
        let mut open: BTreeMap<u64, Arc<Door>> = all.into();
        let mut order = Vec::new();
        while let Some(next) = idlest(&open) {
            order.push(next);
            open.remove(&next);
        }
        assert_eq!(order, [1, 2, 0, 3], "silent ones as they came, then the idle, then the busy");
    }

    /// What comes of a body that has one piece, and then says nothing any more.
    async fn comes_of_silence(piece: Duration, whole: Duration) -> Vec<Result<Bytes, axum::Error>> {
        let said = stream::iter([Ok::<_, std::io::Error>("half a request")]);
        let body = Body::from_stream(said.chain(stream::pending()));
        timely(body, piece, whole).collect().await
    }

    #[tokio::test]
    async fn a_body_that_does_not_go_on_breaks_off() {
        let (short, long) = (Duration::from_millis(1), Duration::from_secs(3_600));
        // Too long for one piece, and too long for all of them.
        for (piece, whole) in [(short, long), (long, short)] {
            let all = comes_of_silence(piece, whole).await;
            let [Ok(said), Err(late)] = all.as_slice() else { panic!("{all:?}") };
            assert_eq!(said, "half a request");
            assert!(late.to_string().contains("no further piece of the request"), "{late}");
        }
    }

    #[test]
    fn there_is_room_for_one_more_however_many_are_silent() {
        let doors = Doors::default();
        for number in 0..3 * MOST as u64 {
            doors.open(number);
        }
        let open = doors.open.lock().unwrap();
        assert_eq!(open.len(), MOST);
        assert!(open.contains_key(&(3 * MOST as u64 - 1)));
    }
}
