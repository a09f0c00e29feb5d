const width = 120
const height = 28

interface SparklineProps {
  /** One for each hour, oldest first; null is unknown and leaves a gap. */
  values: readonly (number | null)[]
  /** The content, for screen readers. */
  label: string
}

/** The runs of known values, as points from the left. */
function pieces(values: readonly (number | null)[]): [x: number, y: number][][] {
  const known = values.filter((value) => value !== null)
  // A single point shows no course.
  if (known.length < 2) return []
  const most = Math.max(1, ...known)
  const step = width / Math.max(1, values.length - 1)
  const found: [number, number][][] = [[]]
  for (const [at, value] of values.entries())
    if (value === null) found.push([])
    else found.at(-1)?.push([at * step, height - 2 - (value / most) * (height - 4)])
  return found.filter((piece) => piece.length > 0)
}

/** The course of a figure over a day, from zero. */
export function Sparkline({ values, label }: SparklineProps) {
  const text = (points: [number, number][]) =>
    points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      data-flat={values.every((value) => !value)}
      aria-label={label}
    >
      {pieces(values).map((points) => {
        const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
        return (
          <g key={first}>
            <polygon points={`${first},${height} ${text(points)} ${last},${height}`} />
            {points.length > 1 ? (
              <polyline points={text(points)} />
            ) : (
              <circle cx={first} cy={points[0]?.[1]} r={1.5} />
            )}
          </g>
        )
      })}
    </svg>
  )
}
