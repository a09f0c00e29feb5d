import { ClearOutlined } from '@ant-design/icons'
import { ScriptExceptionId } from '@fleetdeck/contract/ids'
import { type ScriptCause, scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { ask, shown, showSuccess } from '../../api/feedback.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter, ownerFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { CauseDrawer } from './CauseDrawer.tsx'
import { ExceptionDrawer, exceptionParam } from './ExceptionDrawer.tsx'
import styles from './script-exceptions.module.css'

const buildColumns = (t: Translate, open: (cause: ScriptCause) => void): CrudColumn<ScriptCause>[] => [
  { key: 'scriptName', title: t('script.name'), width: 160, ellipsis: true },
  {
    key: 'message',
    title: t('scriptException.message'),
    width: 320,
    ellipsis: true,
    render: (_, cause) => (
      <button type="button" className={styles.name} title={cause.message} onClick={() => open(cause)}>
        {cause.message}
      </button>
    ),
  },
  {
    key: 'frame',
    title: t('scriptException.frame'),
    ellipsis: true,
    render: (_, { frame }) => (frame ? <code>{frame}</code> : '–'),
  },
  { key: 'count', title: t('scriptException.count'), width: 90 },
  { key: 'devices', title: t('scriptException.devices'), width: 90 },
  { key: 'scriptVersion', title: t('scriptException.version'), width: 110 },
  timeColumn('firstAt', t('scriptException.firstAt'), { hiddenAtFirst: true }),
  timeColumn('lastAt', t('scriptException.lastAt')),
  { key: 'userName', title: t('scriptException.owner'), width: 110 },
]

function CleanButton({ onCleaned }: { onCleaned: () => unknown }) {
  const t = useText()
  const clean = async () => {
    const isMeant = await ask({
      title: t('scriptException.cleanTitle'),
      content: t('scriptException.cleanHint'),
      okText: t('scriptException.clean'),
      okButtonProps: { danger: true },
      cancelText: t('table.cancel'),
    })
    if (!isMeant) return
    const { count } = await shown(call(scriptExceptions.clean))
    showSuccess(t('scriptException.cleaned', { count }))
    await onCleaned()
  }
  return (
    <Button danger icon={<ClearOutlined />} onClick={() => void clean().catch(() => undefined)}>
      {t('scriptException.clean')}
    </Button>
  )
}

/** Uncaught script errors, by cause (spec §3, script exception). */
export function ScriptExceptionsPage() {
  const t = useText()
  const client = useQueryClient()
  const [open, setOpen] = useState<ScriptCause>()
  const [params, setParams] = useSearchParams()
  const shown = ScriptExceptionId.safeParse(Number(params.get(exceptionParam)))
  const show = (id: ScriptExceptionId | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (id === undefined) next.delete(exceptionParam)
      else next.set(exceptionParam, String(id))
      return next
    })
  const mayClean = useMay(scriptExceptions.clean.permission)
  const refresh = () => client.invalidateQueries({ queryKey: [scriptExceptions.list.path] })
  return (
    <>
      <CrudPage
        contract={{
          list: scriptExceptions.list,
          remove: scriptExceptions.remove,
          export: scriptExceptions.export,
        }}
        title={t('scriptException.title')}
        columns={buildColumns(t, setOpen)}
        nameOf={(cause) => cause.message}
        filters={[
          { name: 'scriptName', label: t('script.name') },
          { name: 'message', label: t('scriptException.message') },
          { name: 'deviceNo', label: t('scriptException.device') },
          {
            name: 'scriptVersion',
            label: t('scriptException.version'),
          },
          choiceFilter(t, 'kind', t('task.kind'), [['try', t('task.kindTry')]]),
          ownerFilter(t('scriptException.owner')),
        ]}
        primary={mayClean && <CleanButton onCleaned={refresh} />}
        rowActions={(cause, { remove }) => [
          { key: 'details', label: t('scriptException.details'), run: () => setOpen(cause) },
          remove,
        ]}
        emptyText={t('scriptException.empty')}
      />
      {open && <CauseDrawer cause={open} onOpen={({ id }) => show(id)} onClose={() => setOpen(undefined)} />}
      {shown.data !== undefined && (
        <ExceptionDrawer key={shown.data} id={shown.data} onClose={() => show(undefined)} />
      )}
    </>
  )
}
