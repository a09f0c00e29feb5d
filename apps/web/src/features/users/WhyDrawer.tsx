import { type RowKind, userRights, type WhyQuestions, type WhySubject } from '@fleetdeck/contract/rights'
import type { User } from '@fleetdeck/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Form, Segmented, Select, Skeleton, TreeSelect, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { listSource } from '../../components/pickers/pick-source.ts'
import { RemoteSelect } from '../../components/pickers/RemoteSelect.tsx'
import { permissionName } from '../../components/why/permission-name.ts'
import { WhyResult } from '../../components/why/WhyResult.tsx'
import { menuLabel, seededName, type Translate, useText } from '../../ground/language.ts'

type About = 'page' | 'call' | 'row'

/** Why a user may open a page, do something, or see a row, or not. */
export function WhyDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText()
  const [subject, setSubject] = useState<WhySubject>()
  const questions = useQuery({
    queryKey: [userRights.questions.path],
    queryFn: ({ signal }) => call(userRights.questions, { signal }),
    meta: { silent: true },
  })
  const { data, error, refetch } = questions
  return (
    <Drawer open size={560} title={t('why.titleOf', { name: user.userName })} onClose={onClose}>
      {data && (
        <>
          <Chooser questions={data} onChoose={setSubject} />
          {subject ? (
            <Explanation user={user} subject={subject} />
          ) : (
            <Typography.Text type="secondary">{t('why.noSubject')}</Typography.Text>
          )}
        </>
      )}
      {!data &&
        (error ? (
          <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active />
        ))}
    </Drawer>
  )
}

function Explanation({ user, subject }: { user: User; subject: WhySubject }) {
  const t = useText()
  const result = useQuery({
    queryKey: [userRights.why.path, user.id, subject],
    queryFn: ({ signal }) => call(userRights.why, { query: { userId: user.id, ...subject }, signal }),
    gcTime: 0,
    meta: { silent: true },
  })
  const askName = result.data?.askName
  const hint = askName ? t('why.askOf', { user: user.userName, name: seededName(askName) }) : undefined
  return <WhyResult result={result} hint={hint} />
}

interface ChooserProps {
  questions: WhyQuestions
  onChoose: (subject: WhySubject | undefined) => void
}

function Chooser({ questions, onChoose }: ChooserProps) {
  const t = useText()
  const [about, setAbout] = useState<About>('page')
  const kinds = questions.kinds.length > 0 ? [{ value: 'row' as const, label: t('why.aboutRow') }] : []
  return (
    <Form layout="vertical" component={false}>
      <Form.Item label={t('why.about')}>
        <Segmented<About>
          block
          aria-label={t('why.about')}
          value={about}
          options={[
            { value: 'page', label: t('why.aboutPage') },
            { value: 'call', label: t('why.aboutCall') },
            ...kinds,
          ]}
          onChange={(chosen) => {
            setAbout(chosen)
            onChoose(undefined)
          }}
        />
      </Form.Item>
      {about === 'page' && <PageField questions={questions} onChoose={onChoose} />}
      {about === 'call' && <CallField questions={questions} onChoose={onChoose} />}
      {about === 'row' && <RowFields questions={questions} onChoose={onChoose} />}
    </Form>
  )
}

/** Pages with the directories above them. */
function PageField({ questions: { pages }, onChoose }: ChooserProps) {
  const t = useText()
  const options = pages.map(({ path }) => {
    const line = pages.filter((page) => page.path === path || path.startsWith(`${page.path}/`))
    return {
      value: path,
      label: line.map(({ labelKey, label }) => menuLabel(labelKey, label)).join(' › '),
    }
  })
  return (
    <Form.Item label={t('why.aboutPage')} htmlFor="why-page">
      <Select
        id="why-page"
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        placeholder={t('why.selectPage')}
        onChange={(page: string) => onChoose({ page })}
      />
    </Form.Item>
  )
}

/** Permissions below the pages that they belong to. */
function callTree({ calls, pages }: WhyQuestions, t: Translate) {
  const groups = Map.groupBy(calls, ({ page }) => page)
  const order = new Map(pages.map(({ path }, index) => [path, index]))
  const place = (page: string) => order.get(page) ?? pages.length
  return [...groups]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([page, below]) => ({
      value: `page ${page}`,
      title: page === '' ? t('accessToken.otherRights') : menuLabel(page, page),
      selectable: false,
      children: below.map((each) => ({ value: each.permission, title: permissionName(t, each) })),
    }))
}

function CallField({ questions, onChoose }: ChooserProps) {
  const t = useText()
  return (
    <Form.Item label={t('why.aboutCall')} htmlFor="why-call">
      <TreeSelect
        id="why-call"
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeData={callTree(questions, t)}
        placeholder={t('why.selectCall')}
        onChange={(permission: string) => onChoose({ call: permission })}
      />
    </Form.Item>
  )
}

function RowFields({ questions: { kinds, calls }, onChoose }: ChooserProps) {
  const t = useText()
  const [kind, setKind] = useState<RowKind>(kinds[0]?.kind ?? 'user')
  const permissions = kinds.find((each) => each.kind === kind)?.permissions ?? []
  const [id, setId] = useState<number>()
  const [chosen, setChosen] = useState<string>()
  const permission = chosen ?? permissions[0]
  const source = useMemo(() => rowSource(kind), [kind])
  const nameOf = (given: string) =>
    permissionName(t, calls.find((each) => each.permission === given) ?? { permission: given, page: '' })
  const choose = (row: number | undefined, needed: string | undefined) => {
    setId(row)
    setChosen(needed)
    onChoose(row === undefined ? undefined : { kind, id: row, ...(needed && { permission: needed }) })
  }
  return (
    <>
      <Form.Item label={t('why.rowKind')} htmlFor="why-kind">
        <Select
          id="why-kind"
          value={kind}
          options={kinds.map((each) => ({ value: each.kind, label: t(`why.kind.${each.kind}`) }))}
          onChange={(next) => {
            setKind(next)
            choose(undefined, undefined)
          }}
        />
      </Form.Item>
      <Form.Item label={t('why.aboutRow')} htmlFor="why-row">
        <RemoteSelect
          id="why-row"
          source={source}
          value={id ?? null}
          placeholder={t('why.selectRow')}
          onChange={(row) => choose(row, chosen)}
        />
      </Form.Item>
      <Form.Item label={t('why.aboutCall')} htmlFor="why-permission">
        <Select
          id="why-permission"
          value={permission ?? null}
          options={permissions.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(next: string) => choose(id, next)}
        />
      </Form.Item>
    </>
  )
}

const rowSource = (kind: RowKind) =>
  listSource(userRights.rows, {
    searchBy: 'search',
    toOption: ({ id, label }) => ({ value: id, label: seededName(label) }),
    fixed: { kind },
  })
