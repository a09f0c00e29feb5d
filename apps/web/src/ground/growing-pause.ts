const longestPauseMs = 15_000

/** The pause after so many failed tries in a row, from 1; doubled by each up to 15 s; milliseconds. */
export const growingPauseMs = (failures: number): number =>
  Math.min(1000 * 2 ** (failures - 1), longestPauseMs)

/** Resolves after so many milliseconds, or as soon as the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}
