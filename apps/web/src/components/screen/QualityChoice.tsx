import { Select } from 'antd'
import { useText } from '../../ground/language.ts'
import { qualityProfiles, type Settings } from '../../ground/theme/settings-store.ts'

type Quality = Settings['screenQuality']

interface QualityChoiceProps {
  labelledBy: string
  value: Quality
  onChange: (quality: Quality) => void
}

/** How a screen follows the page and the line. */
export function QualityChoice({ labelledBy, value, onChange }: QualityChoiceProps) {
  const t = useText()
  const options = [...qualityProfiles, 'device' as const].map((quality) => ({
    value: quality,
    label: t(`screen.quality.${quality}`),
    title: t(`screen.qualityHint.${quality}`),
  }))
  return (
    <Select<Quality>
      size="small"
      aria-labelledby={labelledBy}
      popupMatchSelectWidth={false}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}
