import { MenuType } from '@fleetdeck/contract/enums'
import { menus } from '@fleetdeck/contract/menus'
import { call } from '../../api/call.ts'
import { dictFilter } from '../../crud/filters.tsx'
import { TreePage } from '../../crud/tree/TreePage.tsx'
import { useText } from '../../ground/language.ts'
import { MenuFields } from './MenuFields.tsx'
import { menuColumns, menuRowName } from './menu-columns.tsx'
import { firstDraft } from './menu-draft.ts'

/** The menu as a tree: directories, pages and their buttons (spec §2, menu tree). */
export function MenusPage() {
  const t = useText()
  return (
    <TreePage
      contract={menus}
      title={t('menuRow.title')}
      columns={menuColumns(t)}
      nameOf={menuRowName}
      parent={{
        name: 'parentId',
        label: t('menuRow.parent'),
        rootLabel: t('menuRow.root'),
        rootId: 0,
        isOffered: ({ menuType }) => menuType !== MenuType.button,
      }}
      filters={[
        { name: 'menuName', label: t('menuRow.name') },
        dictFilter('status', t('menuRow.status'), 'sys_normal_disable'),
      ]}
      order={{
        endpoint: menus.saveOrder,
        save: (rows) => call(menus.saveOrder, { body: { rows } }),
        max: 9999,
      }}
      form={{
        addTitle: t('menuRow.add'),
        editTitle: t('menuRow.edit'),
        fields: () => <MenuFields />,
        initialValues: firstDraft,
        // Fields that the form does not show keep their values.
        draft: (values, row) => ({ ...firstDraft(row), ...values }),
      }}
      rowActions={({ menuType, isSeeded }, { edit, below, remove }) => [
        edit,
        menuType !== MenuType.button && below,
        !isSeeded && remove,
      ]}
      isFoldedAtFirst
      emptyText={t('menuRow.empty')}
    />
  )
}
