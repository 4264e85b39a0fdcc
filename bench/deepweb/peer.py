"""Formasaurus on annotated forms, in the folds that the benchmark names.

Reads {"folder": FOLDER, "folds": {page: fold}} from the standard input and writes
{"forms": {"page#n": kind}, "fields": {"page#n name": kind}} to the standard output.
"""

import json
import sys
import warnings

from formasaurus import fieldtype_model, formtype_model
from formasaurus.html import get_fields_to_annotate
from formasaurus.storage import Storage

warnings.filterwarnings("ignore")
given = json.load(sys.stdin)
folds = given["folds"]
store = Storage(given["folder"])
annotations = list(
    store.iter_annotations(
        drop_duplicates=False, simplify_form_types=True, simplify_field_types=True
    )
)
forms, fields = {}, {}
for fold in sorted(set(folds.values())):
    learned = [one for one in annotations if folds.get(one.key) != fold]
    kinds = formtype_model.train(learned, full_type_names=True)
    parts = fieldtype_model.train(learned, full_form_type_names=True, verbose=False)
    for one in annotations:
        if folds.get(one.key) != fold:
            continue
        where = f"{one.key}#{one.index}"
        forms[where] = str(kinds.predict([one.form])[0])
        signs = fieldtype_model.get_form_features(one.form, forms[where])
        if signs:
            for element, said in zip(get_fields_to_annotate(one.form), parts.predict_single(signs)):
                fields[f"{where} {element.name}"] = str(said)
json.dump({"forms": forms, "fields": fields}, sys.stdout)
