import packed from 'virtual:example';

/** The bundled forecasters of football matches (examples/forecasters), byte for byte. */
export function exampleFiles(): File[] {
  const { head, digits, labels, truths, tables } = packed;
  return tables.map(({ name, rows }) => {
    const lines = Array.from(truths, (truth, row) => {
      let number = 0;
      for (let digit = 3; digit >= 0; digit--) number = number * digits.length + digits.indexOf(rows[4 * row + digit]);
      const sum = Math.floor((Math.sqrt(8 * number + 1) - 1) / 2);
      const second = number - (sum * (sum + 1)) / 2;
      const estimates = [sum - second, second, 10_000 - sum].map((value) => (value / 1e4).toFixed(4));
      return `${row + 1},${labels[Number(truth)]},${estimates.join(',')}\n`;
    });
    return new File([`${head}\n`, ...lines], `${name}.csv`, { type: 'text/csv' });
  });
}
