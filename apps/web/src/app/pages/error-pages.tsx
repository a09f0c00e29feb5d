import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '../../ground/lazy-part.ts'

type Pages = typeof import('../../features/errors/ErrorPages.tsx')

/** Few people ever see these pages: the first page does not load them. */
function loadedLater<Props extends object = object>(
  pick: (pages: Pages) => ComponentType<Props>,
): ComponentType<Props> {
  const Part = lazyPart(async () => pick(await import('../../features/errors/ErrorPages.tsx')))
  return function ErrorPage(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}

export const Forbidden = loadedLater((pages) => pages.Forbidden)
export const ForbiddenPage = loadedLater((pages) => pages.ForbiddenPage)
export const NotFoundPage = loadedLater((pages) => pages.NotFoundPage)
