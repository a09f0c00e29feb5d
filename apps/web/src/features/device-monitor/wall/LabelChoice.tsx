import { TagsOutlined } from '@ant-design/icons'
import { type WallLabel, wallLabels } from '@fleetdeck/contract/device-wall'
import { Button, Checkbox, Popover } from 'antd'
import { useText } from '../../../ground/language.ts'
import styles from './wall.module.css'
import { labelTexts } from './wall-labels.ts'

interface LabelChoiceProps {
  labels: readonly WallLabel[]
  onChange: (labels: readonly WallLabel[]) => void
}

/** Which values the tiles show. */
export function LabelChoice({ labels, onChange }: LabelChoiceProps) {
  const t = useText()
  const options = wallLabels.map((value) => ({ value, label: t(labelTexts[value]) }))
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <Checkbox.Group<WallLabel>
          className={styles.labelChoice}
          options={options}
          value={[...labels]}
          onChange={onChange}
        />
      }
    >
      <Button type="text" icon={<TagsOutlined />} aria-label={t('wall.labels')} title={t('wall.labels')} />
    </Popover>
  )
}
