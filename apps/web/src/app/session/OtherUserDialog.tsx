import { Suspense } from 'react'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useOtherUser } from '../../ground/other-user-store.ts'
import { clearTabs } from '../tabs/tabs-store.ts'

const OtherUserQuestion = lazyPart(
  async () => (await import('../../features/login/OtherUserQuestion.tsx')).OtherUserQuestion,
)

/** At the start page: the other user may have no right to this one. */
function goOnAsOther() {
  clearTabs()
  location.assign('/')
}

/** Shown over any page when another user has signed in, in another tab. */
export function OtherUserDialog() {
  const other = useOtherUser((state) => state.other)
  return other ? (
    <Suspense fallback={null}>
      <OtherUserQuestion name={other} onGoOn={goOnAsOther} />
    </Suspense>
  ) : null
}
