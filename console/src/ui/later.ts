import { useEffect, useState } from 'react';

/** The value as of the last pause of this length (debounce). */
export function useLater<Value>(value: Value, afterMs: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return later;
}
