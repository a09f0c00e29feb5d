import type { ScriptId } from '@fleetdeck/contract/ids'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { scriptTries } from '@fleetdeck/contract/scripts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { ask, inBackground, showFailure, shown } from '../../api/feedback.ts'
import { questioned } from '../../api/questioned.tsx'
import { signIfAuthor } from '../../components/authors/author-key.ts'
import { useText } from '../../ground/language.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** The server stops a run that no editor has shown for three times as long. */
const watchMs = 20_000

interface Written {
  content: string
  scriptLanguage: ScriptLanguage
  params: ScriptParam[]
}

/** A trial run of the editor's text on one phone. */
export function useTry(scriptId: ScriptId) {
  const t = useText()
  const [deviceNo, setDeviceNo] = useState('')
  const [runKey, setRunKey] = useState('')
  const [isKept, setKept] = useState(false)
  // A short script may end before the response with its id arrives.
  const ended = useRef(new Set<string>())
  useConsoleEvents((event) => {
    if (event.action !== 'tryEnded') return
    ended.current.add(event.runId)
    setRunKey((now) => (now === event.runId ? '' : now))
  })
  const watch = (kept: boolean) => call(scriptTries.watchTry, { body: { runId: runKey, kept } })
  const report = useEffectEvent(() => {
    const reported = watch(isKept).then(({ running }) => !running && setRunKey(''))
    inBackground(reported)
  })
  useEffect(() => {
    if (!runKey) return
    const timer = setInterval(report, watchMs)
    return () => clearInterval(timer)
  }, [runKey])

  const start = async (written: Written) => {
    await signIfAuthor(written.content)
    setKept(false)
    let answer: { runId: string | null } | undefined
    const make = async (confirmed: boolean) => {
      answer = await call(scriptTries.tryOut, { body: { ...written, deviceNo, scriptId, confirmed } })
    }
    const question = { title: t('table.questionTitle'), okText: t('task.startAnyway') }
    if (!(await shown(questioned(make, question))) || !answer) return
    if (answer.runId === null) showFailure(t('device.offline'))
    else setRunKey(ended.current.has(answer.runId) ? '' : answer.runId)
  }
  const stop = () => shown(call(scriptTries.endTry, { body: { deviceNo, runId: runKey } }))
  const keep = async (kept: boolean) => {
    await shown(watch(kept))
    setKept(kept)
  }
  const choose = (next: string) => {
    setDeviceNo(next)
    setRunKey('')
  }
  /** Before the editor is closed: asks whether the run is stopped or goes on. */
  const leave = async () => {
    if (!runKey || isKept) return
    const isStopped = await ask({
      title: t('script.tryLeaveTitle', { deviceNo }),
      content: t('script.tryLeaveHint'),
      okText: t('script.tryStop'),
      cancelText: t('script.tryLetRun'),
    })
    await (isStopped ? stop() : keep(true))
  }
  return { deviceNo, choose, isRunning: runKey !== '', isKept, start, stop, keep, leave }
}

export type Try = ReturnType<typeof useTry>
