import { Suspense } from 'react'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useProof } from '../../ground/proof-store.ts'

const ProveAgain = lazyPart(async () => (await import('../../features/login/ProveAgain.tsx')).ProveAgain)

/** Shown over any page when the server wants a proof of who the user is. */
export function ProofDialog() {
  const isAsked = useProof((state) => state.isAsked)
  return isAsked ? (
    <Suspense fallback={null}>
      <ProveAgain />
    </Suspense>
  ) : null
}
