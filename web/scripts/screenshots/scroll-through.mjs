/** Runs in the page. Scrolls down by viewports with a pause after each, then back to the top. */
async function scrollDown(pauseMs) {
  // A headless browser may skip frames.
  const frame = () => Promise.race([new Promise(requestAnimationFrame), new Promise((late) => setTimeout(late, 100))])
  const page = document.documentElement
  // `data-more` marks the place where more sections are going to render.
  for (let top = 0; top < page.scrollHeight || document.querySelector('[data-more]') !== null; top += window.innerHeight) {
    window.scrollTo(0, top)
    await frame()
    if (pauseMs > 0) await new Promise((over) => setTimeout(over, pauseMs))
  }
  window.scrollTo(0, 0)
}

/** Scrolls through a page once, which loads everything that waits for the viewport, and waits for the images. */
export async function scrollThrough(page, pauseMs) {
  await page.evaluate(scrollDown, pauseMs)
  await page.waitForFunction(() =>
    // Images without layout, such as those for wider windows, never load.
    Array.from(document.images)
      .filter((image) => image.checkVisibility())
      .map((image) => {
        image.loading = 'eager'
        return image.complete && image.naturalWidth > 0
      })
      .every(Boolean),
  )
}
