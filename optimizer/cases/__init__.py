"""Cases with known answers: their facts as the product's own records, their answers by the product's own code."""

from optimizer.cases.answer import CaseAnswer, answer_case
from optimizer.cases.files import Case, CaseFileError, read_cases

__all__ = ["Case", "CaseAnswer", "CaseFileError", "answer_case", "read_cases"]
