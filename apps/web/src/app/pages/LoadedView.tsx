import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { showError } from '../../api/feedback.ts'
import { PageSkeleton } from '../../components/PageSkeleton.tsx'
import { Notice } from '../../features/errors/Notice.tsx'
import { onReachable, useConnection } from '../../ground/connection.ts'
import { useText } from '../../ground/language.ts'
import type { ViewLoader } from '../views.ts'
import { loadedView, loadView } from './load-view.ts'

/** Shows a page whose code is loaded on first opening. */
export function LoadedView({ loader }: { loader: ViewLoader }) {
  const View = loadedView(loader)
  // Set when its code has loaded, to render it; the same component may get another loader.
  const [, setArrived] = useState<ViewLoader>()
  const [failed, setFailed] = useState<ViewLoader>()
  const [attempt, setAttempt] = useState({ count: 0, byHand: false })
  const isFailed = failed === loader
  useEffect(
    () =>
      isFailed
        ? onReachable(() => setAttempt(({ count }) => ({ count: count + 1, byHand: false })))
        : undefined,
    [isFailed],
  )
  useEffect(() => {
    if (View) return
    let wanted = true
    setFailed(undefined)
    loadView(loader)
      .then(() => {
        if (wanted) setArrived(() => loader)
      })
      .catch((error) => {
        if (!wanted) return
        setFailed(() => loader)
        if (attempt.byHand) showError(error)
      })
    return () => {
      wanted = false
    }
  }, [View, loader, attempt])

  if (isFailed)
    return <ChunkFailed onRetry={() => setAttempt(({ count }) => ({ count: count + 1, byHand: true }))} />
  return View ? <View /> : <PageSkeleton />
}

function ChunkFailed({ onRetry }: { onRetry: () => void }) {
  const t = useText()
  const isAway = useConnection(({ state }) => state === 'reconnecting')
  return (
    <Notice
      kind="warning"
      title={t('layout.chunkTitle')}
      hint={t(isAway ? 'layout.chunkAway' : 'layout.chunkHint')}
    >
      <Button type="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
      <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
    </Notice>
  )
}
