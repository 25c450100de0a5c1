/** Runs in the page. Whether its end is in sight; `data-more` marks the place where more sections are going to render. */
const isAtEnd = () => {
  const page = document.documentElement
  const isBottom = window.scrollY + window.innerHeight >= page.scrollHeight - 1
  return isBottom && document.querySelector('[data-more]') === null
}

/** Runs in the page. Whether all images with a layout are loaded; those for wider windows have none and never load. */
const imagesLoaded = () =>
  Array.from(document.images)
    .filter((image) => image.checkVisibility())
    .map((image) => {
      image.loading = 'eager'
      return image.complete && image.naturalWidth > 0
    })
    .every(Boolean)

/** More viewports than any screen has. */
const maxSteps = 100

/**
 * Scrolls through a page once with the mouse wheel, with a pause after each viewport, which loads everything that waits for
 * the viewport. Waits for the images, and scrolls back to the top.
 */
export async function scrollThrough(page, pauseMs) {
  const { width, height } = page.viewportSize()
  // In the margin, where nothing else scrolls.
  await page.mouse.move(width - 2, height / 2)
  for (let step = 0; step < maxSteps && !(await page.evaluate(isAtEnd)); step += 1) {
    await page.mouse.wheel(0, height)
    await page.waitForTimeout(pauseMs)
  }
  await page.waitForFunction(imagesLoaded)
  // A turn of the wheel that a busy browser handles late moves the page away from its top again.
  for (let step = 0; step < maxSteps && (await page.evaluate(() => window.scrollY)) > 0; step += 1) {
    await page.keyboard.press('Control+Home')
    await page.waitForTimeout(pauseMs)
  }
  await page.waitForFunction(() => window.scrollY === 0)
}
