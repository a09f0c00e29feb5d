import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import { CopyText } from '../CopyText.tsx'

interface CommitTextProps {
  commit: ScriptCommit
  /** Only the hash: the rest is shown on hover. */
  isShort?: boolean
}

/** A commit with the way to the provider's page of it. */
export function CommitText({ commit, isShort = false }: CommitTextProps) {
  const { sha, author, subject, url } = commit
  const code = <code title={isShort ? `${subject} (${author})` : sha}>{sha.slice(0, 8)}</code>
  const hash = url ? (
    <a href={url} target="_blank" rel="noreferrer">
      {code}
    </a>
  ) : (
    <CopyText text={sha}>{code}</CopyText>
  )
  if (isShort) return hash
  return (
    <>
      {hash} {subject} · {author}
    </>
  )
}
