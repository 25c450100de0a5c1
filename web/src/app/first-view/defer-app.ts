/** Longest wait for the picture, in milliseconds. */
const pictureTimeoutMs = 1_000

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Resolves when the first view is painted with its picture; the app's code would compete with it for the main thread. */
export async function firstViewPainted(root: HTMLElement): Promise<void> {
  const picture = root.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (picture === null || document.visibilityState === 'hidden') return
  // The app handles a picture that fails to load.
  const decoded = picture.decode().catch(() => undefined)
  await Promise.race([decoded.then(frame).then(frame), pause(pictureTimeoutMs)])
}

/** Preloads the app's code, whose links the gateway marks with `later` on pages with a first view. */
export function preloadApp(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) link.rel = 'modulepreload'
}
