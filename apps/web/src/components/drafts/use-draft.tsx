import { type ReactNode, useEffect, useRef, useState } from 'react'
import { askToDiscard } from '../../api/feedback.ts'
import { baseOf, dropDraft, keepDraft, readDraft } from '../../ground/drafts.ts'
import { useSession } from '../../ground/session-store.ts'
import { useLatest } from '../../ground/use-latest.ts'
import { DraftBar } from './DraftBar.tsx'

/** Pause in typing before a draft is written; ms. */
const quietMs = 400

interface DraftOptions<Values> {
  /** Of what is edited, as `readDraft` takes it, such as `post/12`; null keeps nothing. */
  place: string | null
  /** The data that the editing began with; a draft says when it has changed since. */
  stored: unknown
  /** The typed values, without secrets. */
  read: () => Values
  /** Puts back what was typed. */
  restore: (values: Values) => void
}

interface DraftKeeping {
  /** To be called with every change by the user. */
  keep: () => void
  /** The typed values are saved, or not wanted. */
  drop: () => void
  /** Whether the form may close: asks before something that is typed is discarded. */
  mayClose: () => Promise<boolean>
  /** Offers an earlier draft; undefined without one. */
  bar: ReactNode
}

/** Keeps what is typed until it is saved or discarded, whatever happens to the page, and offers it again. */
export function useDraft<Values>(options: DraftOptions<Values>): DraftKeeping {
  // A user who sees the console as another user saves nothing.
  const isView = useSession((state) => state.view !== null)
  const place = isView ? null : options.place
  const [found, setFound] = useState(() => (place === null ? undefined : readDraft<Values>(place)))
  const isEdited = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const write = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    if (place !== null) keepDraft(place, options.read(), baseOf(options.stored))
  }
  const latest = useLatest(write)
  useEffect(() => {
    const flush = () => latest.current()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [latest])
  const drop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    isEdited.current = false
    if (place !== null) dropDraft(place)
  }
  return {
    keep: () => {
      isEdited.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current(), quietMs)
    },
    drop,
    mayClose: async () => {
      if (!isEdited.current) return true
      if (!(await askToDiscard())) return false
      drop()
      return true
    },
    bar: found && (
      <DraftBar
        at={found.at}
        isOutdated={found.base !== baseOf(options.stored)}
        onRestore={() => {
          options.restore(found.values)
          isEdited.current = true
          setFound(undefined)
        }}
        onDiscard={() => {
          setFound(undefined)
          if (!isEdited.current && place !== null) dropDraft(place)
        }}
      />
    ),
  }
}
