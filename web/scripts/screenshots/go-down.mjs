/**
 * Goes down a page once and back up, so that what waits to be near comes. Runs in the page.
 * `pause` is how long it stays at each place, in milliseconds.
 */
export async function goDown(pause) {
  // A browser without a window need not draw.
  const drawn = () => Promise.race([new Promise(requestAnimationFrame), new Promise((late) => setTimeout(late, 100))])
  const page = document.documentElement
  // `data-more` stands where more is going to be drawn.
  for (let top = 0; top < page.scrollHeight || document.querySelector('[data-more]') !== null; top += window.innerHeight) {
    window.scrollTo(0, top)
    await drawn()
    if (pause > 0) await new Promise((over) => setTimeout(over, pause))
  }
  window.scrollTo(0, 0)
}
