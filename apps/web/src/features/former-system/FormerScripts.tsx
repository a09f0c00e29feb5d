import { type FormerScript, formerScripts } from '@fleetdeck/contract/former-scripts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { pauseInOutage } from '../../api/query-client.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { CheckFilesDrawer } from './CheckFilesDrawer.tsx'
import { FindingsDrawer } from './FindingsDrawer.tsx'
import styles from './former-scripts.module.css'
import { VerdictTag, verdictOptions } from './VerdictTag.tsx'

const contract = { list: formerScripts.list }

const buildColumns = (t: Translate): CrudColumn<FormerScript>[] => [
  { key: 'scriptName', title: t('script.name') },
  { key: 'version', title: t('script.version'), width: 110 },
  {
    key: 'verdict',
    title: t('formerScript.verdict'),
    render: (_, { verdict }) => <VerdictTag verdict={verdict} />,
  },
  {
    key: 'counts',
    title: t('formerScript.functions'),
    render: (_, { verdict, unknown, different, known }) =>
      verdict === 'unreadable' ? '–' : t('formerScript.counts', { unknown, different, known }),
  },
  { key: 'userName', title: t('script.owner') },
]

/** Interval at which the rest is asked for; ms. */
const pollMs = 2000

/** How many scripts are not checked yet; lists by result have only the others. */
function Unchecked() {
  const t = useText()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['unchecked', formerScripts.list.path],
    queryFn: async ({ signal }) => {
      const { pending } = await call(formerScripts.list, {
        query: { verdict: 'unknown', pageSize: 1 },
        signal,
      })
      await client.invalidateQueries({ queryKey: [formerScripts.list.path] })
      return pending
    },
    refetchInterval: (query) => query.state.data !== 0 && (pauseInOutage(query) || pollMs),
    meta: { silent: true },
  })
  return data ? <Alert type="info" showIcon title={t('formerScript.pending', { count: data })} /> : null
}

/** Scripts with the functions that they use: those of the former system may use some that do not exist here. */
export function FormerScripts({ heading }: { heading: ReactNode }) {
  const t = useText()
  const [open, setOpen] = useState<FormerScript | 'files'>()
  const close = () => setOpen(undefined)
  const checkButton = <Button onClick={() => setOpen('files')}>{t('formerScript.checkFiles')}</Button>
  return (
    <>
      <CrudPage
        contract={contract}
        title={t('formerPhone.heading')}
        heading={heading}
        notice={
          <>
            <p className={styles.text}>{t('formerScript.text')}</p>
            <Unchecked />
          </>
        }
        columns={buildColumns(t)}
        filters={[
          { name: 'scriptName', label: t('script.name') },
          choiceFilter(t, 'verdict', t('formerScript.verdict'), verdictOptions(t)),
        ]}
        nameOf={({ scriptName }) => scriptName}
        primary={checkButton}
        rowActions={(script) => [
          { key: 'details', label: t('formerScript.details'), run: () => setOpen(script) },
        ]}
        emptyText={t('formerScript.empty')}
        emptyAction={checkButton}
      />
      {open === 'files' && <CheckFilesDrawer onClose={close} />}
      {open && open !== 'files' && <FindingsDrawer script={open} onClose={close} />}
    </>
  )
}
