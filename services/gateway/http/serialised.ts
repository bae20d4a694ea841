import type { JsonObject } from '../../../core/json.ts';

/** `data` as it was serialised once; sent byte for byte. */
export class SerialisedData {
  readonly json: string;
  readonly isReplay: boolean;

  constructor(json: string, isReplay: boolean) {
    this.json = json;
    this.isReplay = isReplay;
  }

  data(): JsonObject {
    return JSON.parse(this.json) as JsonObject;
  }
}
