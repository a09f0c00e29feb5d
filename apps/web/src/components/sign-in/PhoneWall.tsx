const columns = 5
const rows = 4
const phones = Array.from({ length: columns * rows }, (_, index) => ({
  column: index % columns,
  row: Math.floor(index / columns),
}))
/** One of them is highlighted. */
const taken = { column: 2, row: 1 }

/** A shelf of phones, drawn in the theme's colours. */
export function PhoneWall() {
  return (
    <svg className="phone-wall" viewBox="0 0 400 468" role="presentation">
      {phones.map(({ column, row }) => {
        const isTaken = column === taken.column && row === taken.row
        const x = 14 + column * 78
        const y = 12 + row * 114
        return (
          <g key={`${column}-${row}`} className={isTaken ? 'phone phone-taken' : 'phone'}>
            <rect x={x} y={y} width={58} height={100} rx={9} />
            <line x1={x + 22} y1={y + 8} x2={x + 36} y2={y + 8} />
            <rect className="phone-screen" x={x + 6} y={y + 15} width={46} height={70} rx={3} />
            <line x1={x + 20} y1={y + 92} x2={x + 38} y2={y + 92} />
          </g>
        )
      })}
    </svg>
  )
}
