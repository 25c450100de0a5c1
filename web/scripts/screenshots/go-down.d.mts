export function goDown(pause: number): Promise<void>
