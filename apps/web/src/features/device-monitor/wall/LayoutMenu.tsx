import { AppstoreOutlined } from '@ant-design/icons'
import type { WallLayout } from '@fleetdeck/contract/device-wall'
import { Badge, Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { inBackground } from '../../../api/feedback.ts'
import { useConfirmCount } from '../../../components/ConfirmCount.tsx'
import { type Translate, useText } from '../../../ground/language.ts'
import { NameDialog } from './NameDialog.tsx'
import type { Layouts } from './use-layouts.ts'
import styles from './wall.module.css'

/** Own layouts, then those of others with their creators. */
function choices(list: readonly WallLayout[], choose: Layouts['choose']): MenuProps['items'] {
  return list.map((row) => ({
    key: row.id,
    label: (
      <span className={styles.layoutName}>
        <span className={styles.cut}>{row.layoutName}</span>
        {!row.isOwn && <span className={styles.faint}>{row.userName}</span>}
      </span>
    ),
    onClick: () => inBackground(choose(row)),
  }))
}

function sectionsOf(t: Translate, { list, choose }: Layouts): NonNullable<MenuProps['items']> {
  return [
    { label: t('wall.layouts'), rows: list.filter((row) => !row.isTeam) },
    { label: t('wall.teams'), rows: list.filter((row) => row.isTeam) },
  ]
    .filter(({ rows }) => rows.length > 0)
    .flatMap(({ label, rows }) => [
      { type: 'group' as const, label: <>{label}</>, children: choices(rows, choose) },
      { type: 'divider' as const },
    ])
}

/** Changes of the chosen layout. */
function useChanges(layouts: Layouts, onRename: () => void): NonNullable<MenuProps['items']> {
  const t = useText()
  const confirm = useConfirmCount()
  const { layout, isChanged } = layouts
  if (!layout?.mayChange) return []
  return [
    {
      key: 'update',
      label: t(layout.isTeam ? 'wall.teamUpdate' : 'wall.layoutUpdate'),
      disabled: !isChanged,
      onClick: () => inBackground(layouts.update(layout)),
    },
    { key: 'rename', label: t('wall.rename'), onClick: onRename },
    layout.isOwn
      ? {
          key: 'share',
          label: t(layout.isShared ? 'wall.layoutUnshare' : 'wall.layoutShare'),
          onClick: () => inBackground(layouts.share(layout)),
        }
      : null,
    {
      key: 'delete',
      danger: true,
      label: t('wall.layoutDelete'),
      onClick: () =>
        inBackground(
          confirm({
            title: t('table.deleteOne', { name: layout.layoutName }),
            names: [layout.layoutName],
            hint: layout.isShared ? t('wall.layoutDeleteShared') : '',
            okText: t('table.delete'),
            run: () => layouts.remove(layout),
          }),
        ),
    },
  ]
}

interface LayoutMenuProps {
  layouts: Layouts
  onArrange: () => void
}

/** Chooses, saves and arranges views of the wall. */
export function LayoutMenu({ layouts, onArrange }: LayoutMenuProps) {
  const t = useText()
  const [dialog, setDialog] = useState<'save' | 'rename'>()
  const { layout, order, isChanged } = layouts
  const changes = useChanges(layouts, () => setDialog('rename'))
  const items: MenuProps['items'] = [
    ...sectionsOf(t, layouts),
    { key: 'arrange', label: t('wall.arrange'), onClick: onArrange },
    {
      key: 'automatic',
      label: t('wall.automatic'),
      disabled: !layout && order.length === 0,
      onClick: layouts.leave,
    },
    { key: 'saveAs', label: t('wall.layoutSaveAs'), onClick: () => setDialog('save') },
    ...changes,
  ]
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          className: styles.layoutMenu ?? '',
          selectable: true,
          selectedKeys: layout ? [String(layout.id)] : [],
        }}
      >
        <Button
          icon={<AppstoreOutlined />}
          title={t('wall.layout')}
          aria-description={isChanged ? t('wall.layoutChanged') : undefined}
        >
          <span className={styles.layoutTitle}>{layout?.layoutName ?? t('wall.layout')}</span>
          {isChanged && (
            <span title={t('wall.layoutChanged')}>
              <Badge status="processing" />
            </span>
          )}
        </Button>
      </Dropdown>
      {dialog === 'save' && (
        <NameDialog
          title={t('wall.layoutSaveTitle')}
          label={t('wall.layoutName')}
          onSave={layouts.saveAs}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'rename' && layout && (
        <NameDialog
          title={t('wall.rename')}
          label={t(layout.isTeam ? 'wall.teamName' : 'wall.layoutName')}
          name={layout.layoutName}
          onSave={({ layoutName }) => layouts.rename(layout, layoutName)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
