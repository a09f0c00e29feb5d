import { CheckOutlined } from '@ant-design/icons'
import { useText } from '../../ground/language.ts'
import { contrast } from '../../ground/theme/contrast.ts'

interface ThemeSwatchesProps {
  colors: string[]
  value: string
  onChange: (color: string) => void
}

/** The predefined theme colours. */
export function ThemeSwatches({ colors, value, onChange }: ThemeSwatchesProps) {
  const t = useText()
  return (
    <div className="swatches" role="radiogroup" aria-label={t('layout.themeColor')}>
      {colors.map((color) => {
        const chosen = color.toLowerCase() === value.toLowerCase()
        const tick = contrast(color, '#ffffff') >= 3 ? '#ffffff' : '#000000'
        return (
          <label key={color} className="swatch" style={{ background: color, color: tick }}>
            <input
              type="radio"
              name="theme-color"
              className="visually-hidden"
              aria-label={color}
              checked={chosen}
              onChange={() => onChange(color)}
            />
            {chosen && <CheckOutlined />}
          </label>
        )
      })}
    </div>
  )
}
