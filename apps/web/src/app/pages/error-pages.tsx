import { type ComponentType, Suspense } from 'react'
import { loadPageTexts } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'

/** Few people ever see these pages: the first page does not load them. */
function loadedLater<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyPart(async () => {
    const [Page] = await Promise.all([load(), loadPageTexts()])
    return Page
  })
  return function ErrorPage(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}

export const Forbidden = loadedLater(
  async () => (await import('../../features/errors/ErrorPages.tsx')).Forbidden,
)
export const ForbiddenPage = loadedLater(
  async () => (await import('../../features/errors/ErrorPages.tsx')).ForbiddenPage,
)
export const NotFoundPage = loadedLater(
  async () => (await import('../../features/errors/ErrorPages.tsx')).NotFoundPage,
)
