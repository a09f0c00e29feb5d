/** Waits for the end of this work, whether it fails or not, but no longer than this. */
export async function atMost(ms: number, work: unknown): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  Promise.resolve(work).then(
    () => resolve(),
    () => resolve(),
  )
  await promise
  clearTimeout(timer)
}
