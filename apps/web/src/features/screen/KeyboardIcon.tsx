/** A keyboard, filled while it is the phone's. */
export function KeyboardIcon({ isOn }: { isOn: boolean }) {
  const ink = isOn ? 'var(--ant-color-bg-container)' : 'currentColor'
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <rect
        {...{ x: 1, y: 3.5, width: 14, height: 9, rx: 1.5, stroke: 'currentColor', strokeWidth: 1.3 }}
        fill={isOn ? 'currentColor' : 'none'}
      />
      <path
        d="M3.5 6h1.4M6.3 6h1.4M9.1 6h1.4M11.9 6h.8M3.5 8.2h.8M5.6 8.2H7M8.4 8.2h1.4M11.2 8.2h1.5M5 10.4h6"
        stroke={ink}
        strokeWidth="1.2"
      />
    </svg>
  )
}
