/** The app does not wait longer than this for a picture. */
const patienceMs = 1_000

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Resolves when the page's first view is on the screen with its picture: the app's code takes the processor after. */
export async function afterFirstView(root: HTMLElement): Promise<void> {
  const picture = root.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (picture === null || document.visibilityState === 'hidden') return
  // A picture that does not come is the app's matter.
  const decoded = picture.decode().catch(() => undefined)
  await Promise.race([decoded.then(frame).then(frame), pause(patienceMs)])
}
