/** The head of a table by the names of its columns; those of figures begin with `#`. */
export function TableHead({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col" class={name.startsWith('#') ? 'num' : undefined}>
            {name.replace('#', '')}
          </th>
        ))}
      </tr>
    </thead>
  );
}
