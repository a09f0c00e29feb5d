import { type Command, CommandKind, commands } from '@fleetdeck/contract/commands'
import { endStates } from '@fleetdeck/contract/delivery'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { CommandDrawer } from '../../components/commands/CommandDrawer.tsx'
import { commandIcons, commandTexts } from '../../components/commands/command-kinds.tsx'
import { useCommandsReload } from '../../components/commands/use-commands-reload.ts'
import { StateBar } from '../../components/delivery/StateBar.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './commands.module.css'

const buildColumns = (t: Translate, open: (id: number) => void): CrudColumn<Command>[] => [
  {
    key: 'command',
    title: t('command.kind'),
    width: 170,
    render: (_, { id, command }) => (
      <button type="button" className={styles.name} onClick={() => open(id)}>
        {commandIcons[command]} {t(commandTexts[command])}
      </button>
    ),
  },
  {
    key: 'content',
    title: t('command.content'),
    width: 240,
    render: (_, { content }) => (content ? <code title={content}>{content}</code> : '–'),
  },
  {
    key: 'progress',
    title: t('command.progress'),
    width: 220,
    render: (_, { counts, total }) => <StateBar counts={counts} total={total} />,
  },
  { key: 'userName', title: t('command.by'), width: 120 },
  timeColumn('createdAt', t('command.at'), { width: 130 }),
]

const countEnded = ({ counts }: Command) => endStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0)

/** The actions available for a command in its state. */
function useCommandActions() {
  const t = useText()
  const confirm = useConfirmCount()
  const reload = useCommandsReload()
  return {
    again: async ({ id }: Command) => {
      await shown(call(commands.again, { body: { id } }))
      showSuccess(t('command.sent'))
      await reload()
    },
    takeBack: ({ id, command }: Command) =>
      confirm({
        title: t('command.takeBackTitle'),
        names: [t(commandTexts[command])],
        hint: t('command.takeBackHint'),
        okText: t('command.takeBack'),
        run: async () => {
          const { count } = await shown(call(commands.takeBack, { body: { id } }))
          showSuccess(t('command.takenBackCount', { count }))
          await reload()
        },
      }),
  }
}

/** Commands sent to phones, and their results. */
export function CommandsPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const mayGive = useMay(commands.add.permission)
  const actions = useCommandActions()
  const openId = Number(params.get('result')) || undefined
  const open = (id: number | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (id) next.set('result', String(id))
      else next.delete('result')
      return next
    })
  const filters = [
    choiceFilter(
      t,
      'command',
      t('command.kind'),
      CommandKind.options.map((kind) => [kind, t(commandTexts[kind])]),
    ),
    choiceFilter(t, 'open', t('command.open'), [
      ['1', t('command.isOpen')],
      ['0', t('command.isEnded')],
    ]),
    { name: 'userName', label: t('command.by') },
  ]
  return (
    <>
      <CrudPage
        contract={commands}
        title={t('command.title')}
        columns={buildColumns(t, open)}
        filters={filters}
        nameOf={(command) => t(commandTexts[command.command])}
        removeQuestion={([name = '', ...others]) =>
          others.length === 0 ? { title: t('command.deleteRecord', { name }) } : {}
        }
        emptyText={t('command.empty')}
        rowActions={(command, { remove }) => {
          const ended = countEnded(command)
          return [
            { key: 'results', label: t('command.results'), run: () => open(command.id) },
            mayGive &&
              (command.counts.queued ?? 0) > 0 && {
                key: 'takeBack',
                label: t('command.takeBack'),
                run: () => void actions.takeBack(command),
              },
            mayGive &&
              ended > (command.counts.succeeded ?? 0) && {
                key: 'again',
                label: t('command.again'),
                run: () => void actions.again(command),
              },
            remove,
          ]
        }}
      />
      {openId && <CommandDrawer id={openId} onAgain={open} onClose={() => open(undefined)} />}
    </>
  )
}
