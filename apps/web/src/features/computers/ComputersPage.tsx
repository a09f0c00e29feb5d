import { type Computer, computers } from '@fleetdeck/contract/computers'
import type { ComputerId } from '@fleetdeck/contract/ids'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { inBackground } from '../../api/feedback.ts'
import { byteText } from '../../components/byte-text.ts'
import { EnrolmentSteps } from '../../components/enrol/EnrolmentSteps.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { TextField } from '../../crud/fields.tsx'
import { choiceFilter, ownerFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { AgentVersion } from './AgentVersion.tsx'
import { ChargeField } from './ChargeField.tsx'
import { ComputerDrawer } from './ComputerDrawer.tsx'
import { ComputerState } from './ComputerState.tsx'
import styles from './computers.module.css'
import { ShelvesDrawer } from './ShelvesDrawer.tsx'
import { canUpdate, useAgentUpdate } from './use-agent-update.ts'

/** Reports arrive each minute, and changes within seconds. */
const reloadMs = 5000

const columnsOf = (t: Translate, open: (id: ComputerId) => void): CrudColumn<Computer>[] => [
  {
    key: 'computerName',
    title: t('computer.name'),
    render: (_, { id, computerName }) => (
      <button type="button" className={styles.open} onClick={() => open(id)}>
        {computerName}
      </button>
    ),
  },
  { key: 'place', title: t('computer.place'), render: (_, { place }) => place || '–' },
  {
    key: 'state',
    title: t('computer.state'),
    render: (_, computer) => <ComputerState computer={computer} />,
  },
  {
    key: 'phones',
    title: t('computer.phones'),
    render: (_, { working, unusable }) =>
      unusable === 0 ? working : t('computer.phoneCounts', { working, unusable }),
  },
  {
    key: 'load',
    title: t('computer.load'),
    align: 'right',
    render: (_, { load }) => (load === null ? '–' : formatAmount(Math.round(load * 100), '%')),
  },
  {
    key: 'memory',
    title: t('computer.memory'),
    align: 'right',
    render: (_, { memory }) =>
      memory === null ? '–' : `${byteText(memory.used)} / ${byteText(memory.total)}`,
  },
  {
    key: 'agentVersion',
    title: t('computer.agentVersion'),
    render: (_, computer) => <AgentVersion computer={computer} />,
  },
  {
    key: 'lastError',
    title: t('computer.lastError'),
    render: (_, { lastError }) =>
      lastError === null ? (
        '–'
      ) : (
        <span title={lastError.words}>
          {t(`computer.error.${lastError.code}`)} · <TimeText value={lastError.at} />
        </span>
      ),
  },
  timeColumn('reportedAt', t('computer.reportedAt')),
  {
    key: 'userName',
    title: t('computer.owner'),
    render: (_, { userName }) => userName ?? '–',
    hiddenAtFirst: true,
  },
  { key: 'host', title: t('computer.host'), dataIndex: 'host', hiddenAtFirst: true },
  { key: 'ip', title: t('computer.ip'), dataIndex: 'ip', hiddenAtFirst: true },
  {
    key: 'system',
    title: t('computer.system'),
    render: (_, { system }) => system ?? '–',
    hiddenAtFirst: true,
  },
]

function useReports() {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) inBackground(client.invalidateQueries({ queryKey: [computers.list.path] }))
    }, reloadMs)
    return () => clearInterval(timer)
  }, [client])
}

const contract = { list: computers.list, edit: computers.edit, remove: computers.remove }

/** Computers that run the agent, and what they report. */
export function ComputersPage() {
  const t = useText()
  useReports()
  const mayCommand = useMay(computers.command.permission)
  const update = useAgentUpdate()
  const [isShelves, showShelves] = useState(false)
  const [params, setParams] = useSearchParams()
  const shown = Number(params.get('computer') ?? 0)
  const show = (id: number | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (id === undefined) next.delete('computer')
      else next.set('computer', String(id))
      return next
    })
  return (
    <>
      <CrudPage
        contract={contract}
        title={t('computer.title')}
        columns={columnsOf(t, show)}
        nameOf={({ computerName }) => computerName}
        filters={[
          { name: 'name', label: t('computer.nameOrPlace') },
          choiceFilter(t, 'online', t('computer.state'), [
            ['1', t('computer.isOnline')],
            ['0', t('computer.isOffline')],
          ]),
          choiceFilter(t, 'phones', t('computer.phones'), [
            ['unusable', t('computer.withUnusable')],
            ['givenUp', t('computer.withGivenUp')],
          ]),
          ownerFilter(t('computer.owner')),
        ]}
        form={{
          addTitle: t('computer.title'),
          editTitle: t('computer.edit'),
          initialValues: (row) => ({
            computerName: row?.computerName,
            place: row?.place,
            chargeLimit: row?.chargeLimit ?? null,
          }),
          fields: () => (
            <>
              <TextField draft={computers.edit.body} name="computerName" label={t('computer.name')} />
              <TextField
                draft={computers.edit.body}
                name="place"
                label={t('computer.place')}
                hint={t('computer.placeHint')}
              />
              <ChargeField />
            </>
          ),
        }}
        rowActions={({ id, isOnline }, { edit, remove }) => [
          { key: 'details', label: t('computer.details'), run: () => show(id) },
          edit,
          !isOnline && remove,
        ]}
        batchActions={(chosen, clear) =>
          mayCommand && (
            <Button
              size="small"
              disabled={!chosen.some(canUpdate)}
              onClick={() => inBackground(update(chosen).then(clear))}
            >
              {t('computer.command.updateAgent')}
            </Button>
          )
        }
        primary={<Button onClick={() => showShelves(true)}>{t('shelf.title')}</Button>}
        opens="details"
        emptyText={t('computer.empty')}
        emptyAction={<EnrolmentSteps />}
      />
      {isShelves && <ShelvesDrawer onClose={() => showShelves(false)} />}
      {shown > 0 && <ComputerDrawer id={shown as ComputerId} onClose={() => show(undefined)} />}
    </>
  )
}
