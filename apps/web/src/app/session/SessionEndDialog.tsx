import { Suspense } from 'react'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useSession } from '../../ground/session-store.ts'
import { leaveAndReload } from './leave.ts'

const SignInAgain = lazyPart(async () => (await import('../../features/login/SignInAgain.tsx')).SignInAgain)

/** Shown over any page when the server reports that the session has ended. */
export function SessionEndDialog() {
  const ended = useSession((state) => state.sessionEnded)
  return ended ? (
    <Suspense fallback={null}>
      <SignInAgain onLeave={leaveAndReload} />
    </Suspense>
  ) : null
}
