import { type ComponentType, Suspense } from 'react'
import { loadPageTexts } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'

type Pages = typeof import('../../features/errors/ErrorPages.tsx')

/** Few people ever see these pages: the first page does not load them. */
function loadedLater<Props extends object = object>(
  pick: (pages: Pages) => ComponentType<Props>,
): ComponentType<Props> {
  const Part = lazyPart(async () => {
    const [pages] = await Promise.all([import('../../features/errors/ErrorPages.tsx'), loadPageTexts()])
    return pick(pages)
  })
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
