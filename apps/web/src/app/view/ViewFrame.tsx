import { Suspense } from 'react'
import { loadPageTexts } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useSession } from '../../ground/session-store.ts'

const ViewBar = lazyPart(async () => {
  const [{ ViewBar }] = await Promise.all([import('./ViewBar.tsx'), loadPageTexts()])
  return ViewBar
})

/** Around every page while the console is seen as somebody else; the server says so. */
export function ViewFrame() {
  const view = useSession((state) => state.view)
  return view ? (
    <Suspense fallback={null}>
      <ViewBar view={view} />
    </Suspense>
  ) : null
}
