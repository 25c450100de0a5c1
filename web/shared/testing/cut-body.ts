/** Returns the body of an answer whose connection breaks after the head. */
export const cutBody = (): ReadableStream => new ReadableStream({ start: (body) => body.error(new Error('cut')) })
