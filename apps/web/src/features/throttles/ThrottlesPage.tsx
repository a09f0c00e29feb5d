import { throttleKinds, throttles } from '@fleetdeck/contract/throttles'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import { choiceFilter, dayFilters } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'

/** The callers who were refused temporarily, and the reason. */
export function ThrottlesPage() {
  const t = useText()
  return (
    <CrudPage
      contract={throttles}
      title={t('throttle.title')}
      columns={[
        { key: 'kind', title: t('throttle.kind'), render: (_, { kind }) => t(`throttle.kind.${kind}`) },
        { key: 'count', title: t('throttle.count'), align: 'right' },
        { key: 'ipaddr', title: t('log.ip'), render: (_, { ipaddr }) => ipaddr || t('throttle.others') },
        { key: 'userName', title: t('throttle.user') },
        { key: 'path', title: t('throttle.path') },
        timeColumn('firstAt', t('throttle.firstAt')),
        timeColumn('lastAt', t('throttle.lastAt')),
      ]}
      nameOf={({ ipaddr, path }) => `${ipaddr} ${path}`}
      filters={[
        choiceFilter(
          t,
          'kind',
          t('throttle.kind'),
          throttleKinds.map((kind) => [kind, t(`throttle.kind.${kind}`)]),
        ),
        { name: 'ipaddr', label: t('log.ip') },
        { name: 'userName', label: t('throttle.user') },
        ...dayFilters(t),
      ]}
      rowActions={() => []}
      emptyText={t('throttle.empty')}
    />
  )
}
