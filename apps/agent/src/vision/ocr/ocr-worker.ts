import { serveLooks } from '../serve-looks.ts'
import { ocrLooks } from './ocr-looks.ts'

serveLooks(ocrLooks)
