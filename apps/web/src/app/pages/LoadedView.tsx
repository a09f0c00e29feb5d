import { Button } from 'antd'
import { type ComponentType, useEffect, useState } from 'react'
import { showError } from '../../api/feedback.ts'
import { PageSkeleton } from '../../components/PageSkeleton.tsx'
import { Notice } from '../../features/errors/Notice.tsx'
import { loadPageTexts, useText } from '../../ground/language.ts'
import type { ViewLoader } from '../views.ts'

const loaded = new Map<ViewLoader, ComponentType>()
const retryMs = 800

async function withTexts(loader: ViewLoader): Promise<ComponentType> {
  const [view] = await Promise.all([loader(), loader.usesShellTexts ? undefined : loadPageTexts()])
  return view
}

/** A chunk may fail once when a connection breaks; a second failure is reported. */
async function loadView(loader: ViewLoader): Promise<ComponentType> {
  try {
    return await withTexts(loader)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return withTexts(loader)
  }
}

/** Loads the code of a page that will probably be opened; a failure is left to its opening. */
export async function preloadView(loader: ViewLoader): Promise<void> {
  if (loaded.has(loader)) return
  try {
    loaded.set(loader, await withTexts(loader))
  } catch (error) {
    console.warn(error)
  }
}

/** Shows a page whose code is loaded on first opening. */
export function LoadedView({ loader }: { loader: ViewLoader }) {
  const View = loaded.get(loader)
  // Set when its code has loaded, to render it; the same component may get another loader.
  const [, setArrived] = useState<ViewLoader>()
  const [failed, setFailed] = useState<ViewLoader>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (View) return
    let wanted = true
    setFailed(undefined)
    loadView(loader)
      .then((view) => {
        loaded.set(loader, view)
        if (wanted) setArrived(() => loader)
      })
      .catch((error) => {
        if (!wanted) return
        setFailed(() => loader)
        if (attempt > 0) showError(error)
      })
    return () => {
      wanted = false
    }
  }, [View, loader, attempt])

  if (failed === loader) return <ChunkFailed onRetry={() => setAttempt(attempt + 1)} />
  return View ? <View /> : <PageSkeleton />
}

function ChunkFailed({ onRetry }: { onRetry: () => void }) {
  const t = useText()
  return (
    <Notice kind="warning" title={t('layout.chunkTitle')} hint={t('layout.chunkHint')}>
      <Button type="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
      <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
    </Notice>
  )
}
