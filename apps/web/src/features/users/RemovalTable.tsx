import type { RemovalPreview } from '@fleetdeck/contract/user-removal'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { Table } from 'antd'
import { byteText } from '../../components/byte-text.ts'
import { useText } from '../../ground/language.ts'

/** The belongings of the deleted users, and of all users below. */
export function RemovalTable({ preview }: { preview: RemovalPreview }) {
  const t = useText()
  const { subUsers, belongings, bytes } = preview
  const shown = (kind: string, count: number, size: number) =>
    kind === 'files' && count > 0 ? `${formatNumber(count)} (${byteText(size)})` : formatNumber(count)
  const rows = [{ kind: 'subUsers' as const, own: subUsers.direct, all: subUsers.all }, ...belongings].filter(
    ({ all }) => all > 0,
  )
  return (
    <Table
      size="small"
      rowKey="kind"
      pagination={false}
      style={{ marginBottom: 16 }}
      dataSource={rows}
      columns={[
        { key: 'kind', title: t('removal.what'), render: (_, { kind }) => t(`removal.kind.${kind}`) },
        {
          key: 'own',
          title: t('removal.own'),
          align: 'right',
          render: (_, { kind, own }) => shown(kind, own, bytes.own),
        },
        ...(subUsers.all > 0
          ? [
              {
                key: 'all',
                title: t('removal.withBelow'),
                align: 'right' as const,
                render: (_: unknown, { kind, all }: (typeof rows)[number]) => shown(kind, all, bytes.all),
              },
            ]
          : []),
      ]}
    />
  )
}
