//! Where a window goes that is opened again on another screen than it was closed on.
//!
//! **Invariant:** the whole window lies in the part of a screen that is free for windows, so that
//! its frame can be reached; where it does so already, nothing is moved.

use tauri::{Manager as _, PhysicalPosition, PhysicalRect, PhysicalSize, Window, WindowEvent};

use crate::desktop::Desktop;

/// Watches a window that is being put where it was left, until its page is there. From then on a
/// person puts it where they want it.
pub(crate) fn window_event(window: &Window, event: &WindowEvent) {
    if !matches!(event, WindowEvent::Resized(_) | WindowEvent::Moved(_)) {
        return;
    }
    if window.try_state::<Desktop>().is_none_or(|it| it.opened.is_heard()) {
        return;
    }
    if let Err(err) = fit(window) {
        tracing::warn!(error = %err, "the window cannot be fitted into its screen");
    }
}

/// Moves and shrinks a window into the screen that it is on, or into the first one.
fn fit(window: &Window) -> tauri::Result<()> {
    // Where the system does not tell of screens, it places windows itself.
    let here = window.current_monitor()?;
    let Some(screen) = here.map_or_else(|| window.primary_monitor(), |it| Ok(Some(it)))? else {
        return Ok(());
    };
    if window.is_maximized()? {
        return Ok(());
    }
    let (at, size) = (window.outer_position()?, window.outer_size()?);
    let inner = window.inner_size()?;
    let (place, room) = placed(at, size, *screen.work_area());
    if room != size {
        // What the frame takes of the room.
        let frame =
            (size.width - inner.width.min(size.width), size.height - inner.height.min(size.height));
        let wanted = PhysicalSize::new(
            room.width.saturating_sub(frame.0),
            room.height.saturating_sub(frame.1),
        );
        // A screen may have less room than the window wants at least.
        window.set_min_size(Some(wanted))?;
        window.set_size(wanted)?;
    }
    if place != at {
        window.set_position(place)?;
    }
    Ok(())
}

fn placed(
    at: PhysicalPosition<i32>,
    size: PhysicalSize<u32>,
    free: PhysicalRect<i32, u32>,
) -> (PhysicalPosition<i32>, PhysicalSize<u32>) {
    let room =
        PhysicalSize::new(size.width.min(free.size.width), size.height.min(free.size.height));
    let within = |at: i32, length: u32, from: i32, all: u32| {
        let last = i64::from(from) + i64::from(all) - i64::from(length);
        i32::try_from(i64::from(at).min(last)).unwrap_or(from).max(from)
    };
    let x = within(at.x, room.width, free.position.x, free.size.width);
    let y = within(at.y, room.height, free.position.y, free.size.height);
    (PhysicalPosition::new(x, y), room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(window: [i32; 4], expected: [i32; 4]) {
        // A bar of 30 pixels at the top of a small screen that is right of another one.
        let free = PhysicalRect {
            position: PhysicalPosition::new(1920, 30),
            size: PhysicalSize::new(1366, 738),
        };
        let [x, y, width, height] = window;
        let size = PhysicalSize::new(width.unsigned_abs(), height.unsigned_abs());
        let (at, size) = placed(PhysicalPosition::new(x, y), size, free);
        let numbers = [at.x, at.y, size.width.cast_signed(), size.height.cast_signed()];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn a_window_that_fits_stays_where_it_is() {
        check([2000, 60, 1200, 700], [2000, 60, 1200, 700]);
    }

    #[test]
    fn a_window_of_a_larger_screen_becomes_as_large_as_this_one() {
        check([1920, 0, 2560, 1400], [1920, 30, 1366, 738]);
    }

    #[test]
    fn a_window_beyond_the_edge_comes_back_whole() {
        check([3200, 700, 1000, 700], [2286, 68, 1000, 700]);
        check([-4000, -900, 1000, 700], [1920, 30, 1000, 700]);
    }
}
