import { spawn } from 'node:child_process'
import { createCanvas } from '@napi-rs/canvas'
import {
  timeCodeCells,
  timeCodeColumns,
  timeCodeRows,
  timeCodeShare,
} from '../../packages/contract/src/time-code.ts'

/**
 * Writes H.264 to its standard output: 720×1280 at 30 frames per second with a time code, like a phone's own encoder.
 */
const width = 720
const height = 1280
const rate = 30

const input = `-f rawvideo -pix_fmt rgba -video_size ${width}x${height} -framerate ${rate} -probesize 32 -i -`
const coding = '-c:v libx264 -preset ultrafast -tune zerolatency -profile:v baseline -pix_fmt yuv420p -g 60'
const encoder = spawn(
  'ffmpeg',
  `-loglevel error -fflags nobuffer ${input} ${coding} -flush_packets 1 -f h264 -`.split(' '),
  { stdio: ['pipe', 'inherit', 'ignore'] },
)
encoder.on('close', () => process.exit())

const canvas = createCanvas(width, height)
const pen = canvas.getContext('2d')
let pictures = 0

setInterval(() => {
  // No new frame is added before the encoder has taken the previous ones.
  if (encoder.stdin.writableNeedDrain) return
  draw(Date.now())
  encoder.stdin.write(Buffer.from(canvas.data()))
}, 1000 / rate)

function draw(time: number): void {
  pictures += 1
  pen.fillStyle = '#203040'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = `hsl(${pictures % 360} 70% 55%)`
  pen.fillRect((pictures * 9) % width, 400, 240, 240)
  const cell = { width: width / timeCodeColumns, height: (height * timeCodeShare) / timeCodeRows }
  for (const [at, isWhite] of timeCodeCells({ time, inputs: 0 }).entries()) {
    pen.fillStyle = isWhite ? '#ffffff' : '#000000'
    const row = Math.floor(at / timeCodeColumns)
    pen.fillRect((at % timeCodeColumns) * cell.width, row * cell.height, cell.width, cell.height)
  }
}
