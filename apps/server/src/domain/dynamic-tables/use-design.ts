import { AppError } from '../../platform/core/app-error.ts'
import type { Design } from './design.ts'
import { UnfitFragment } from './query/unfit-fragment.ts'
import { isOutdated } from './rows.queries.ts'

/**
 * Works on a table with its design. If the design changed in the meantime, the work is repeated once with the new one.
 * A fragment that does not parse is refused with its position.
 */
export async function withDesign<T>(
  find: () => Promise<Design>,
  work: (design: Design) => Promise<T>,
): Promise<T> {
  const attempt = async () => work(await find())
  try {
    return await attempt().catch((error) => {
      if (isOutdated(error)) return attempt()
      throw error
    })
  } catch (error) {
    if (!(error instanceof UnfitFragment)) throw error
    const { position, found } = error
    throw found
      ? new AppError('dynamicFragmentUnfit', { position, found })
      : new AppError('dynamicFragmentEnded', { position })
  }
}
